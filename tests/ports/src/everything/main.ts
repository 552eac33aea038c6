import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { toolwire } from 'toolwire';
import { getRootsList, needs, triggerElicitation, triggerSampling, triggerUrlElicitation } from './asking-tools.ts';
import {
  echo,
  getAnnotatedMessage,
  getEnv,
  getResourceLinks,
  getResourceReference,
  getStructuredContent,
  getSum,
  getTinyImage,
} from './content-tools.ts';
import { documentsOf } from './documents.ts';
import { gzipFile, sessionFile } from './gzip-tool.ts';
import { prompts } from './prompts.ts';
import { dynamicBlob, dynamicText } from './resources.ts';
import { longRunning, research, toggleUpdates, updates } from './working-tools.ts';

const folder = process.env['DOCUMENTS'] ?? 'docs';

toolwire({
  tools: [
    echo,
    getAnnotatedMessage,
    getEnv,
    getResourceLinks,
    getResourceReference,
    getStructuredContent,
    getSum,
    getTinyImage,
    gzipFile,
    toggleUpdates,
    longRunning,
    getRootsList,
    triggerElicitation,
    triggerUrlElicitation,
    triggerSampling,
    research,
  ],
  visible: ({ name }, _principal, _values, client) => {
    const kind = needs[name];
    return kind === undefined || client.canAsk(kind);
  },
  mcp: {
    serverInfo: { name: 'mcp-servers/everything', title: 'Everything Reference Server', version: '2.0.0' },
    instructions: readFileSync(join(folder, 'instructions.md'), 'utf8'),
    resources: [dynamicText, dynamicBlob, sessionFile, ...documentsOf(folder)],
    updates,
    prompts,
  },
}).stdio();
