import { defineTool, ToolError, withContent } from 'toolwire';
import { z } from 'zod';
import { entity, type Graph, graph, isSame, loadGraph, relation, saveGraph, selectEntities } from './graph.ts';

const adding = { destructive: false, idempotent: false, readOnly: false, openWorld: false };
const deleting = { ...adding, destructive: true, idempotent: true };
const reading = { ...adding, readOnly: true, idempotent: true };
const done = z.object({ success: z.boolean(), message: z.string() });

/** Programs read the object, and models the sentence. */
const succeeded = (message: string) => withContent({ success: true, message }, message);

/** The tools of a graph in a file. `onChange` runs after each change. */
export function memoryTools(path: string, onChange: () => void) {
  /** Changes run one after the other, so that none is lost. */
  let last: Promise<unknown> = Promise.resolve();

  function change<Result>(edit: (all: Graph) => Result): Promise<Result> {
    const next = last.then(async () => {
      const all = await loadGraph(path);
      const result = edit(all);
      await saveGraph(path, all);
      onChange();
      return result;
    });
    last = next.catch(() => undefined);
    return next;
  }

  const createEntities = defineTool({
    id: 'Memory.CreateEntities',
    version: '1.0.0',
    name: 'create_entities',
    title: 'Create Entities',
    description: 'Create multiple new entities in the knowledge graph',
    input: z.object({ entities: z.array(entity) }),
    output: z.object({ entities: z.array(entity) }),
    annotations: adding,
    run: ({ entities }) =>
      change((all) => {
        const added = entities.filter(({ name }) => !all.entities.some((known) => known.name === name));
        all.entities.push(...added);
        return { entities: added };
      }),
  });

  const createRelations = defineTool({
    id: 'Memory.CreateRelations',
    version: '1.0.0',
    name: 'create_relations',
    title: 'Create Relations',
    description:
      'Create multiple new relations between entities in the knowledge graph. Relations should be in active voice',
    input: z.object({ relations: z.array(relation) }),
    output: z.object({ relations: z.array(relation) }),
    annotations: adding,
    run: ({ relations }) =>
      change((all) => {
        const added = relations.filter((one) => !all.relations.some((known) => isSame(known, one)));
        all.relations.push(...added);
        return { relations: added };
      }),
  });

  const addObservations = defineTool({
    id: 'Memory.AddObservations',
    version: '1.0.0',
    name: 'add_observations',
    title: 'Add Observations',
    description: 'Add new observations to existing entities in the knowledge graph',
    input: z.object({
      observations: z.array(
        z.object({
          entityName: z.string().describe('The name of the entity to add the observations to'),
          contents: z.array(z.string()).describe('An array of observation contents to add'),
        }),
      ),
    }),
    output: z.object({
      results: z.array(z.object({ entityName: z.string(), addedObservations: z.array(z.string()) })),
    }),
    annotations: adding,
    run: ({ observations }) =>
      change((all) => ({
        results: observations.map(({ entityName, contents }) => {
          const found = all.entities.find(({ name }) => name === entityName);
          if (found === undefined) throw new ToolError(`Entity with name ${entityName} not found`);
          const addedObservations = contents.filter((text) => !found.observations.includes(text));
          found.observations.push(...addedObservations);
          return { entityName, addedObservations };
        }),
      })),
  });

  const deleteEntities = defineTool({
    id: 'Memory.DeleteEntities',
    version: '1.0.0',
    name: 'delete_entities',
    title: 'Delete Entities',
    description: 'Delete multiple entities and their associated relations from the knowledge graph',
    input: z.object({ entityNames: z.array(z.string()).describe('An array of entity names to delete') }),
    output: done,
    annotations: deleting,
    run: ({ entityNames }) =>
      change((all) => {
        all.entities = all.entities.filter(({ name }) => !entityNames.includes(name));
        all.relations = all.relations.filter(
          ({ from, to }) => !entityNames.includes(from) && !entityNames.includes(to),
        );
        return succeeded('Entities deleted successfully');
      }),
  });

  const deleteObservations = defineTool({
    id: 'Memory.DeleteObservations',
    version: '1.0.0',
    name: 'delete_observations',
    title: 'Delete Observations',
    description: 'Delete specific observations from entities in the knowledge graph',
    input: z.object({
      deletions: z.array(
        z.object({
          entityName: z.string().describe('The name of the entity containing the observations'),
          observations: z.array(z.string()).describe('An array of observations to delete'),
        }),
      ),
    }),
    output: done,
    annotations: deleting,
    run: ({ deletions }) =>
      change((all) => {
        for (const { entityName, observations } of deletions) {
          const found = all.entities.find(({ name }) => name === entityName);
          if (found === undefined) continue;
          found.observations = found.observations.filter((text) => !observations.includes(text));
        }
        return succeeded('Observations deleted successfully');
      }),
  });

  const deleteRelations = defineTool({
    id: 'Memory.DeleteRelations',
    version: '1.0.0',
    name: 'delete_relations',
    title: 'Delete Relations',
    description: 'Delete multiple relations from the knowledge graph',
    input: z.object({ relations: z.array(relation).describe('An array of relations to delete') }),
    output: done,
    annotations: deleting,
    run: ({ relations }) =>
      change((all) => {
        all.relations = all.relations.filter((known) => !relations.some((one) => isSame(known, one)));
        return succeeded('Relations deleted successfully');
      }),
  });

  const readGraph = defineTool({
    id: 'Memory.ReadGraph',
    version: '1.0.0',
    name: 'read_graph',
    title: 'Read Graph',
    description: 'Read the entire knowledge graph',
    output: graph,
    annotations: reading,
    run: () => loadGraph(path),
  });

  const searchNodes = defineTool({
    id: 'Memory.SearchNodes',
    version: '1.0.0',
    name: 'search_nodes',
    title: 'Search Nodes',
    description: 'Search for nodes in the knowledge graph based on a query',
    input: z.object({
      query: z.string().describe('The search query to match against entity names, types, and observation content'),
    }),
    output: graph,
    annotations: reading,
    run: async ({ query }) => {
      const wanted = query.toLowerCase();
      return selectEntities(await loadGraph(path), ({ name, entityType, observations }) =>
        [name, entityType, ...observations].some((text) => text.toLowerCase().includes(wanted)),
      );
    },
  });

  const openNodes = defineTool({
    id: 'Memory.OpenNodes',
    version: '1.0.0',
    name: 'open_nodes',
    title: 'Open Nodes',
    description: 'Open specific nodes in the knowledge graph by their names',
    input: z.object({ names: z.array(z.string()).describe('An array of entity names to retrieve') }),
    output: graph,
    annotations: reading,
    run: async ({ names }) => selectEntities(await loadGraph(path), ({ name }) => names.includes(name)),
  });

  return [
    createEntities,
    createRelations,
    addObservations,
    deleteEntities,
    deleteObservations,
    deleteRelations,
    readGraph,
    searchNodes,
    openNodes,
  ];
}
