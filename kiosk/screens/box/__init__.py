"""The box: which tag is on which card. The same pages for every game; a game brings its words (`words.BoxWords`)."""
