"""Starting and stopping: early answers, compiling in the background, the page's files, workers."""
