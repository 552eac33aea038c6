import { expect, test } from 'vitest';
import { compareServer } from '../src/compare-server.ts';

test('the port of sequential-thinking answers like the published server, except for the named differences', async () => {
  expect(await compareServer('sequential-thinking')).toMatchObject({ undescribed: [], unused: [] });
});
