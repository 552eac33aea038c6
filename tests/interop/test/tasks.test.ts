import { describe } from 'vitest';
import { overHttp, overStdio } from '../src/clients/carriers.ts';
import { describeTasks } from '../src/tasks/describe-tasks.ts';
import { taskClients } from '../src/tasks/task-clients.ts';

for (const carrier of [...overHttp, overStdio]) {
  // Most of the time is waiting.
  describe.concurrent(`tasks over ${carrier.name}`, () => {
    for (const client of taskClients) describeTasks(carrier, client);
  });
}
