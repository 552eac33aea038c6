import { serveStdio } from '@toolwire/stdio';
import { createFixtureServer, serverInfo } from '../fixtures/fixture-server.ts';

serveStdio(createFixtureServer(), { serverInfo });
