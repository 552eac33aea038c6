import process from 'node:process';
import { silentLogger, toolwire } from 'toolwire';
import { toolsFromOpenApi } from '../src/index.ts';

/** The settings of the program. */
export interface OrderServerSettings {
  readonly document: object;
  readonly baseUrl: string;
  readonly port: number;
}

/** A server with the tools of an API. It keeps nothing when it is killed. */
const { document, baseUrl, port } = JSON.parse(process.env['PROGRAM_SETTINGS'] ?? '{}') as OrderServerSettings;
const { tools } = await toolsFromOpenApi(document, { include: { paths: ['/*'] }, baseUrl, validate: false });
await toolwire({ tools, logger: silentLogger }).listen(port, { closeOnSignals: false });
process.send?.('ready');
