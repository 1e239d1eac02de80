// A test process ends with the run that started it, even when that one is killed. Each test file of a process runs this anew.
const listening = Symbol.for('ends with its run');

if (!(listening in process)) {
  Object.defineProperty(process, listening, { value: true });
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}
