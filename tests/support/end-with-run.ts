// Ends a test process with the run that started it, even when that one is killed. Runs for each test file.
const listening = Symbol.for('ends with its run');

if (!(listening in process)) {
  Object.defineProperty(process, listening, { value: true });
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}
