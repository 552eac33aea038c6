import { describe, expect, it } from 'vitest';
import { checkFolders, readFolderOrders } from '../folders.mjs';

const markdown = `
## Folders inside a package

### Folders of \`@toolwire/shop\`

| folder | what it holds |
|---|---|
| \`src\` | what users import; not \`part\` |
| \`till\`, \`shelf\` | what \`goods\` are sold with |
| \`goods\` | what is sold |

### Folders of \`@toolwire/other\`

| folder | what it holds |
|---|---|
| \`src\` | all |

## Something else

| \`ghost\` | of another table |
|---|---|
`;
const orders = readFolderOrders(markdown);

const inOrder = {
  'src/index.ts': "export * from './till/till.ts';\nexport * from './goods/tea.ts';",
  'src/till/till.ts':
    "import './receipt.ts';\nimport { tea } from '../goods/tea.ts';\nimport manifest from '../../package.json';",
  'src/till/receipt.ts': 'export {};',
  'src/shelf/shelf.ts': "import type { Tea } from '../goods/tea.ts';",
  'src/goods/tea.ts': "import { water } from '@toolwire/core';",
};

/** The findings of the table of the shop for its sources, with one change. */
function broken(changed) {
  const sources = Object.entries({ ...inOrder, ...changed }).filter(([, text]) => text !== undefined);
  const shop = { folder: 'packages/shop', manifest: { name: '@toolwire/shop' }, tags: [], sources: new Map(sources) };
  return checkFolders(shop, orders.get('@toolwire/shop')).map(({ rule, at }) => `${rule} ${at}`);
}

describe('a table of folders', () => {
  it('is read from its heading to the next, by the first cell of each row', () => {
    expect([...orders]).toEqual([
      ['@toolwire/shop', [['src'], ['till', 'shelf'], ['goods']]],
      ['@toolwire/other', [['src']]],
    ]);
  });

  it('allows imports of the same folder and of the rows below', () => {
    expect(broken({})).toEqual([]);
  });

  it.each([
    ['a row above', 'src/goods/tea.ts', "import type { Till } from '../till/till.ts';"],
    ['a folder of the same row', 'src/shelf/shelf.ts', "export { receipt } from '../till/receipt.ts';"],
    ['the files of src itself', 'src/till/receipt.ts', "const shop = await import('../index.ts');"],
  ])('rejects an import of %s', (_what, path, text) => {
    expect(broken({ [path]: text })).toEqual([`upward-import packages/shop/${path}:1`]);
  });

  it('rejects a folder that it does not list, and a missing folder', () => {
    expect(broken({ 'src/cellar/wine.ts': '' })).toEqual(['unlisted-folder packages/shop/src/cellar']);
    expect(broken({ 'src/shelf/shelf.ts': undefined })).toEqual(['missing-folder packages/shop']);
  });
});
