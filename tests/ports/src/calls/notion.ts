import { call, type Step } from './step.ts';

const id = '0b0d2a52-6f5c-4b2c-9f6e-2f1d6c1f9a01';
const plainId = id.replaceAll('-', '');
const text = (content: string): object => ({ text: { content } });
const paragraph = { type: 'paragraph', paragraph: { rich_text: [text('Tea')] } };
const api = (operation: string, input: object = {}): Step => call(`API-${operation}`, { ...input });

export const notionCalls: readonly Step[] = [
  api('get-self'),
  api('get-user', { user_id: id }),
  api('get-user', { user_id: plainId }),
  api('get-users'),
  api('get-users', { page_size: 5, start_cursor: 'next' }),
  api('post-search'),
  api('post-search', { query: 'tea & milk', page_size: 3, filter: { property: 'object', value: 'page' } }),
  api('post-search', { query: 'tea', sort: '{"direction":"ascending","timestamp":"last_edited_time"}' }),
  api('post-search', { query: '[not JSON' }),
  api('post-search', { query: '42' }),
  api('get-block-children', { block_id: id, page_size: 10 }),
  api('get-block-children', { block_id: id, start_cursor: 'a/b?c' }),
  api('patch-block-children', { block_id: id, children: [paragraph], after: id }),
  api('patch-block-children', { block_id: id, children: [JSON.stringify(paragraph)] }),
  api('retrieve-a-block', { block_id: id }),
  api('update-a-block', { block_id: id, archived: true }),
  api('delete-a-block', { block_id: id }),
  api('retrieve-a-page', { page_id: id }),
  api('retrieve-a-page', { page_id: id, filter_properties: 'a,b' }),
  api('patch-page', { page_id: id, properties: { Name: { title: [text('Grüße 🙂')] } } }),
  api('patch-page', { page_id: id, in_trash: true }),
  api('post-page', { parent: { page_id: id }, properties: { title: [text('New')] } }),
  api('post-page', { parent: JSON.stringify({ page_id: id }), properties: '{"title":[]}' }),
  api('retrieve-a-page-property', { page_id: id, property_id: '%3Aabc', page_size: 2 }),
  api('retrieve-a-comment', { block_id: id }),
  api('create-a-comment', { parent: { page_id: id }, rich_text: [text('Good tea')] }),
  api('query-data-source', { data_source_id: id, filter: { property: 'Done', checkbox: { equals: true } } }),
  api('query-data-source', { data_source_id: id, sorts: [{ property: 'Name', direction: 'ascending' }] }),
  api('retrieve-a-data-source', { data_source_id: id }),
  api('update-a-data-source', { data_source_id: id, title: [text('Teas')] }),
  api('create-a-data-source', { parent: { page_id: id }, properties: { Name: { title: {} } } }),
  api('list-data-source-templates', { data_source_id: id }),
  api('retrieve-a-database', { database_id: id }),
  api('move-page', { page_id: id, parent: { type: 'page_id', page_id: id } }),
  api('retrieve-page-markdown', { page_id: id, include_transcript: true }),
  api('update-page-markdown', { page_id: id, type: 'insert_content', insert_content: { content: '# Tea' } }),
  // Errors of Notion.
  api('retrieve-a-page', { page_id: 'missing' }),
  api('post-search', { query: 'invalid' }),
  api('retrieve-a-block', { block_id: 'forbidden' }),
  api('patch-page', { page_id: 'conflict', archived: true }),
  api('retrieve-a-database', { database_id: 'busy' }),
  api('get-user', { user_id: 'broken' }),
  // Invalid calls.
  api('get-user'),
  api('retrieve-a-page', { page_id: 7 }),
  api('get-users', { page_size: 'many' }),
  api('post-page', { properties: {} }),
  api('patch-block-children', { block_id: id, children: 'none' }),
  api('fly'),
];
