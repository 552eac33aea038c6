import dns from 'node:dns';
import net from 'node:net';
import process from 'node:process';
import { StartupError } from '@toolwire/internal';
import { toolsFromOpenApi } from '../src/index.ts';
import { importSource } from '../src/source.ts';
import { firstImport } from './first-import.ts';
import { textOfDocument } from './packed-documents.ts';

/** What `import-document.ts` writes about a document. */
export interface DocumentReport {
  readonly megabytes: number;
  readonly seconds: number;
  readonly peakMebibytes: number;
  readonly tools: number;
  /** The tools at run time. */
  readonly runTimeTools: number;
  readonly reasons: readonly string[];
  /** The connections and look-ups that were attempted. */
  readonly lookups: readonly string[];
}

const lookups: string[] = [];

function refuse(kind: string): () => never {
  return () => {
    lookups.push(kind);
    throw new Error(`The import used the network: ${kind}`);
  };
}

// Whatever opens a connection ends in one of these.
net.Socket.prototype.connect = refuse('a connection');
dns.lookup = Object.assign(refuse('a look-up'), { __promisify__: refuse('a look-up') });
dns.promises.lookup = refuse('a look-up');
globalThis.fetch = refuse('fetch');

const include = { paths: ['/*'] };
const baseUrl = 'https://api.example.com';

async function reportOn(path: string): Promise<DocumentReport> {
  const text = await textOfDocument(path);
  const start = performance.now();
  const imported = await importAll(text);
  const seconds = (performance.now() - start) / 1000;
  const peakMebibytes = process.resourceUsage().maxRSS / 1024;
  return { megabytes: text.length / 1e6, seconds, peakMebibytes, lookups, ...imported };
}

async function importAll(text: string): Promise<Pick<DocumentReport, 'tools' | 'runTimeTools' | 'reasons'>> {
  try {
    const config = { document: 'api.json', include, baseUrl };
    // The validator reads its schemas from files next to it, which a bundle doesn't have.
    const { toolIds, unsupported } = await importSource(text, { config, ...firstImport });
    const { tools } = await toolsFromOpenApi(text, { include, baseUrl, validate: false });
    const reasons = unsupported.map(({ id, reason }) => `${id}: ${reason}`);
    return { tools: toolIds.length, runTimeTools: tools.length, reasons };
  } catch (thrown) {
    // A document without any operation is refused as a whole.
    if (!(thrown instanceof StartupError)) throw thrown;
    return { tools: 0, runTimeTools: 0, reasons: [thrown.message] };
  }
}

process.stdout.write(JSON.stringify(await reportOn(process.argv[2] ?? '')));
