import { describe, expect, it } from 'vitest';
import { importSource } from '../src/source.ts';
import { firstImport } from './first-import.ts';
import {
  type Action,
  bodies,
  credentials,
  list,
  operations,
  parameters,
  responses,
  update,
} from './planted-changes.ts';
import { shopDocument } from './shop-document.ts';

const config = { document: '../shop.yaml', include: { paths: ['/*'] } };
const first = await importSource(shopDocument, { config, ...firstImport });

/** Imports the document again with some changes. */
function importChanged(actions: readonly Action[]) {
  const overlays = actions.length === 0 ? [] : [{ overlay: '1.0.0', actions }];
  const current = new Map(first.files.map(({ name, text = '' }) => [name, text]));
  return importSource(shopDocument, { config, validate: false, lock: first.lock, current, overlays });
}

const versions = { patch: '1.0.1', minor: '1.1.0', major: '2.0.0' };

describe.each([
  ['operations', operations],
  ['parameters', parameters],
  ['request bodies', bodies],
  ['responses', responses],
  ['credentials', credentials],
])('a second import finds in %s', (_, changes) => {
  it.each(changes)('$name', async ({ actions, found }) => {
    const { diff, toolIds } = await importChanged(actions);
    expect(
      diff.tools.map(({ id, state, bump, changes: all }) => ({ id, state, bump, texts: all.map(({ text }) => text) })),
    ).toEqual(
      found.map(({ tool, state, bump, texts }) => ({
        id: `Shop.${tool}`,
        state,
        bump,
        texts: texts.map((text): unknown => expect.stringContaining(text)),
      })),
    );
    const changed = found.filter(({ state }) => state === 'changed');
    expect(toolIds).toEqual(expect.arrayContaining(changed.map(({ tool, bump }) => `Shop.${tool}@${versions[bump]}`)));
    expect(diff.isCovered).toBe(found.every(({ state }) => state !== 'removed'));
  });
});

it('plants at least 40 changes', () => {
  expect([operations, parameters, bodies, responses, credentials].flat().length).toBeGreaterThanOrEqual(40);
});

it.each<readonly [string, readonly Action[]]>([
  ['nothing', []],
  ['another version of the document', [update('info', { version: '2.0.0' })]],
  ['an unused schema', [update('components.schemas', { Unused: { type: 'string' } })]],
  ['an error response', [update(`${list}.responses`, { 404: { description: 'Unknown.' } })]],
  ['another description of a response', [update(`${list}.responses['200']`, { description: 'Orders.' })]],
])('finds no change of a tool in %s', async (_, actions) => {
  expect((await importChanged(actions)).diff.tools).toEqual([]);
});

it('finds a changed request under a version that the document sets', async () => {
  const fixed = update(list, { 'x-toolwire': { version: '1.0.0' } });
  const { diff } = await importChanged([fixed, update(`${list}.parameters[2]`, { explode: false })]);
  expect(diff).toMatchObject({ bump: 'patch', isCovered: false, tools: [{ id: 'Shop.ListOrders', bump: 'patch' }] });
});

it('lists a version that the document lowers as added, and the earlier one as removed', async () => {
  const lowered = update(list, { 'x-toolwire': { version: '0.9.0' } });
  const { diff } = await importChanged([lowered, update(`${list}.parameters[2]`, { explode: false })]);
  expect(diff.tools).toMatchObject([
    { id: 'Shop.ListOrders', state: 'added', to: '0.9.0', changes: [] },
    { id: 'Shop.ListOrders', state: 'removed', from: '1.0.0', changes: [] },
  ]);
});
