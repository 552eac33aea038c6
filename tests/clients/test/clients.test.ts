import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { beforeAll, describe, expect, it } from 'vitest';
import { capabilities } from '../src/client.ts';
import { clients } from '../src/clients.ts';
import { differences } from '../src/differences.ts';
import { runsHere } from '../src/node-for.ts';
import { cellsToExplain, reasonRowOf, rowOf, worseCells } from '../src/table.ts';
import { tablePath } from '../src/table-path.ts';
import { type ClientTest, testClients } from '../src/test-clients.ts';

// Each is run once: on the older Node what runs there, on the newer one what needs it.
const isOld = Number(process.versions.node.split('.')[0]) < 22;
const here = clients.filter((client) => runsHere(client) && client.node < 22 === isOld);

describe('a published client', () => {
  let seen: ReadonlyMap<string, ClientTest>;
  beforeAll(async () => {
    seen = await testClients(here);
  }, 2_400_000);

  it.for(here)(
    'gets from our server the results in docs/clients.md, and missing results are explained: $name',
    async (client, { skip }) => {
      const tested = seen.get(client.name);
      // The registry may be unavailable. The client is not part of this workspace.
      if (tested?.ok !== true) {
        return skip(`${client.name} could not be installed: ${tested?.reason ?? 'it was not started'}`);
      }
      const { ours, official } = tested;
      expect(await readFile(tablePath, 'utf8')).toContain(rowOf(client, ours, official));
      expect(worseCells(ours, official)).toEqual([]);
      const reasons = differences.filter((one) => one.client === client.name);
      expect(reasons.map(({ capability }) => capability).sort()).toEqual([...cellsToExplain(ours, official)].sort());
    },
  );
});

it('the table has a row for every client', async () => {
  const table = await readFile(tablePath, 'utf8');
  expect(clients.filter(({ name, install }) => !table.includes(`| ${name} (\`${install[0]}\`) |`))).toEqual([]);
});

it('the table names the cause of each explained difference', async () => {
  const table = await readFile(tablePath, 'utf8');
  expect(differences.map(reasonRowOf).filter((row) => !table.includes(row))).toEqual([]);
});

it('every cell with a missing or different result is explained', async () => {
  const lines = (await readFile(tablePath, 'utf8')).split('\n');
  const said = clients.flatMap(({ name }) => {
    const cells =
      lines
        .find((line) => line.startsWith(`| ${name} (`))
        ?.split(' | ')
        .slice(1) ?? [];
    return capabilities.filter((_, place) => !/^(?:yes|–)(?: \|)?$/.test(cells[place] ?? '')).map((one) => [name, one]);
  });
  expect(said.map(String).sort()).toEqual(differences.map((one) => String([one.client, one.capability])).sort());
});
