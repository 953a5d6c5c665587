"""Random small definitions in which every form of the language occurs, played by all engines side by side."""
