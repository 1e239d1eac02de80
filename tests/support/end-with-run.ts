// A test process ends with the run that started it, even when that one is killed.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
