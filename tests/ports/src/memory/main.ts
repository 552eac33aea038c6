import { resolve } from 'node:path';
import process from 'node:process';
import { createMcpUpdates, defineResource, toolwire } from 'toolwire';
import { loadGraph } from './graph.ts';
import { memoryTools } from './tools.ts';

const path = resolve(process.env['MEMORY_FILE_PATH'] ?? 'memory.jsonl');
const updates = createMcpUpdates();

const graph = defineResource({
  uri: 'memory://knowledge-graph',
  name: 'knowledge-graph',
  title: 'Knowledge Graph',
  description: 'The full knowledge graph with all entities and relations',
  mimeType: 'application/json',
  read: async () => JSON.stringify(await loadGraph(path), null, 2),
});

toolwire({
  name: 'memory-server',
  version: '0.6.3',
  tools: memoryTools(path, () => updates.resourceUpdated(graph.uri)),
  mcp: { resources: [graph], updates },
}).stdio();
