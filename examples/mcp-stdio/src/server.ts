import { serveStdio } from '@toolwire/stdio';
import { toolwire } from 'toolwire';
import { tools } from './notes.ts';

serveStdio(toolwire({ tools }), { serverInfo: { name: 'notes', version: '1.0.0' } });
