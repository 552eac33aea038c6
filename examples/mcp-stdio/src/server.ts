import { toolwire } from 'toolwire';
import { tools } from './notes.ts';

toolwire({ tools }).stdio({ serverInfo: { name: 'notes', version: '1.0.0' } });
