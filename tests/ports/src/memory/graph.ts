import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';

export const entity = z.object({
  name: z.string().describe('The name of the entity'),
  entityType: z.string().describe('The type of the entity'),
  observations: z.array(z.string()).describe('An array of observation contents associated with the entity'),
});

export const relation = z.object({
  from: z.string().describe('The name of the entity where the relation starts'),
  to: z.string().describe('The name of the entity where the relation ends'),
  relationType: z.string().describe('The type of the relation'),
});

export const graph = z.object({ entities: z.array(entity), relations: z.array(relation) });

export type Relation = z.infer<typeof relation>;
export type Graph = z.infer<typeof graph>;

const line = z.discriminatedUnion('type', [
  entity.extend({ type: z.literal('entity') }),
  relation.extend({ type: z.literal('relation') }),
]);

/** Reads the graph from a file of JSON lines. A missing file is an empty graph. */
export async function loadGraph(path: string): Promise<Graph> {
  const lines = (await readIfPresent(path)).split('\n').filter((text) => text.trim() !== '');
  const items = lines.map((text) => line.parse(JSON.parse(text)));
  return graph.parse({
    entities: items.filter(({ type }) => type === 'entity'),
    relations: items.filter(({ type }) => type === 'relation'),
  });
}

/** Writes the graph next to the file and renames it, so that a crash leaves the old file or the new one. */
export async function saveGraph(path: string, { entities, relations }: Graph): Promise<void> {
  const lines = [
    ...entities.map((item) => JSON.stringify({ type: 'entity', ...item })),
    ...relations.map((item) => JSON.stringify({ type: 'relation', ...item })),
  ];
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, lines.join('\n'));
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Whether two relations are the same. */
export function isSame(left: Relation, right: Relation): boolean {
  return left.from === right.from && left.to === right.to && left.relationType === right.relationType;
}

/** The entities that match, with every relation that starts or ends at one of them. */
export function selectEntities(all: Graph, matches: (found: Graph['entities'][number]) => boolean): Graph {
  const entities = all.entities.filter(matches);
  const names = new Set(entities.map(({ name }) => name));
  return { entities, relations: all.relations.filter(({ from, to }) => names.has(from) || names.has(to)) };
}

async function readIfPresent(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
