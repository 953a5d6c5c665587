// Where the first picture of the first flight shows what flies; kept in `window.first` once there is one.
() => {
  window.first = null;
  const look = (_, observer) => {
    const element = document.querySelector("#flights > .card");
    if (!element) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const rect = element.getBoundingClientRect();
      window.first = [rect.left, rect.top];
    });
  };
  new MutationObserver(look).observe(document.getElementById("flights"), { childList: true });
}
