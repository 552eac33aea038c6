import { serveStdio } from '@toolwire/stdio';
import { createFixtures } from '../fixtures/fixture-server.ts';

const { server, serving } = createFixtures();
serveStdio(server, serving);
