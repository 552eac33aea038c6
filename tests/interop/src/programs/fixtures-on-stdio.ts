import { serveStdio } from '@toolwire/stdio';
import { createTasks } from '@toolwire/tasks';
import { createFixtureServer, serverInfo } from '../fixtures/fixture-server.ts';

serveStdio(createFixtureServer(), { serverInfo, tasks: createTasks({ pollIntervalMs: 100 }) });
