import { call, type Step } from './step.ts';

const ada = { name: 'Ada', entityType: 'person', observations: ['wrote the first program'] };
const engine = { name: 'Engine', entityType: 'machine', observations: ['was never built', 'has a mill'] };
const london = { name: 'London', entityType: 'city', observations: [] };
const programs = { from: 'Ada', to: 'Engine', relationType: 'programs' };
const livesIn = { from: 'Ada', to: 'London', relationType: 'lives in' };
const graph: Step = { resource: 'memory://knowledge-graph' };

export const memoryCalls: readonly Step[] = [
  call('read_graph'),
  graph,
  call('search_nodes', { query: 'ada' }),
  call('open_nodes', { names: ['Ada'] }),
  call('create_entities', { entities: [] }),
  call('create_entities', { entities: [ada, engine] }),
  call('create_entities', { entities: [ada, london] }),
  call('create_entities', { entities: [{ ...ada, age: 36 }] }),
  call('create_relations', { relations: [programs, livesIn] }),
  call('create_relations', { relations: [programs] }),
  call('create_relations', { relations: [{ ...programs, to: 'London' }] }),
  call('create_relations', { relations: [{ from: 'Ada', to: 'Nowhere', relationType: 'dreams of' }] }),
  graph,
  call('read_graph', { depth: 2 }),
  call('add_observations', { observations: [{ entityName: 'Ada', contents: ['is a countess', 'plays the harp'] }] }),
  call('add_observations', { observations: [{ entityName: 'Ada', contents: ['is a countess'] }] }),
  call('add_observations', { observations: [{ entityName: 'Grace', contents: ['found a moth'] }] }),
  call('add_observations', {
    observations: [
      { entityName: 'London', contents: ['is foggy'] },
      { entityName: 'Grace', contents: ['found a moth'] },
    ],
  }),
  call('search_nodes', { query: 'COUNTESS' }),
  call('search_nodes', { query: 'machine' }),
  call('search_nodes', { query: 'harpsichord' }),
  call('search_nodes', { query: '' }),
  call('open_nodes', { names: ['Ada', 'Engine'] }),
  call('open_nodes', { names: ['London', 'Paris'] }),
  call('open_nodes', { names: [] }),
  call('delete_observations', { deletions: [{ entityName: 'Ada', observations: ['plays the harp'] }] }),
  call('delete_observations', { deletions: [{ entityName: 'Grace', observations: ['found a moth'] }] }),
  call('delete_relations', { relations: [livesIn] }),
  call('delete_relations', { relations: [livesIn] }),
  call('delete_entities', { entityNames: ['Engine', 'Paris'] }),
  call('read_graph'),
  graph,
  call('create_entities', { entities: [{ name: 'Größe "x"\n', entityType: '日本', observations: ['\u0000', '🙂'] }] }),
  call('search_nodes', { query: '🙂' }),
  // Invalid calls.
  call('create_entities'),
  call('create_entities', { entities: 'Ada' }),
  call('create_entities', { entities: [{ name: 'Ada' }] }),
  call('create_relations', { relations: [{ from: 'Ada', to: 7, relationType: 'likes' }] }),
  call('delete_entities', { entityNames: 'Ada' }),
  call('open_nodes', { names: [1, null] }),
  call('search_nodes', {}),
  call('forget_everything'),
  { resource: 'memory://nothing' },
];
