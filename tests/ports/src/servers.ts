import { dirname, join } from 'node:path';
import { everythingCalls } from './calls/everything.ts';
import { filesystemCalls } from './calls/filesystem.ts';
import { memoryCalls } from './calls/memory.ts';
import { notionCalls } from './calls/notion.ts';
import { sequentialThinkingCalls } from './calls/sequential-thinking.ts';
import type { Step } from './calls/step.ts';
import { notionToken, startNotionApi } from './notion-api.ts';
import { prepareFolder } from './prepare-folder.ts';
import { originalProgram, type ServerName } from './program.ts';
import type { Start } from './visit.ts';

/** A tool, and its input. */
export type TypicalCall = readonly [tool: string, input: Readonly<Record<string, unknown>>];

interface Prepared extends Pick<Start, 'args' | 'env' | 'asks'> {
  /** Ends what the server needs to run. */
  readonly stop?: () => Promise<void>;
}

/** How a server is started in an empty folder, and what it is asked. */
export interface Ported {
  readonly calls: readonly Step[];
  /** The call whose cost is measured. */
  readonly typical: (folder: string) => TypicalCall;
  readonly prepare: (folder: string) => Prepared | Promise<Prepared>;
}

/** The servers with a port. */
export const servers: Readonly<Record<ServerName, Ported>> = {
  memory: {
    calls: memoryCalls,
    typical: () => ['search_nodes', { query: 'a' }],
    prepare: (folder) => ({ env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') } }),
  },
  'sequential-thinking': {
    calls: sequentialThinkingCalls,
    typical: () => [
      'sequentialthinking',
      { thought: 'Look again', nextThoughtNeeded: true, thoughtNumber: 1, totalThoughts: 3 },
    ],
    prepare: () => ({}),
  },
  filesystem: {
    calls: filesystemCalls,
    typical: (folder) => ['read_text_file', { path: join(folder, 'docs/long.txt') }],
    prepare: (folder) => {
      prepareFolder(folder);
      return { args: [folder] };
    },
  },
  everything: {
    calls: everythingCalls,
    typical: () => ['get-sum', { a: 1, b: 2 }],
    // Both serve the documents of the published package.
    prepare: () => ({ asks: true, env: { DOCUMENTS: join(dirname(originalProgram('everything')), 'docs') } }),
  },
  notion: {
    calls: notionCalls,
    typical: () => ['API-get-self', {}],
    prepare: async () => {
      const { url, stop } = await startNotionApi();
      const document = join(dirname(originalProgram('notion')), '../scripts/notion-openapi.json');
      return { env: { NOTION_TOKEN: notionToken, BASE_URL: url, OPENAPI: document }, stop };
    },
  },
};
