import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { toMcpServerFactory } from '../src/index.ts';
import { createTestServer } from './test-server.ts';

serveStdio(toMcpServerFactory(createTestServer(), { serverInfo: { name: 'tests', version: '1.0.0' } }));
