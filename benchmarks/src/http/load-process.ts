// A separate process, so that the work of sending does not count for the server.
import { type LoadTask, load } from './keep-alive-client.ts';

process.on('disconnect', () => process.exit());
process.on('message', (task: LoadTask) => {
  load(task).then(
    (result) => process.send?.({ ok: true, result }),
    (problem: unknown) => process.send?.({ ok: false, problem: String(problem) }),
  );
});
