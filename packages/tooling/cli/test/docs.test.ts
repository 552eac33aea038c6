import { expect, it } from 'vitest';
import { writeCliPage } from './support/cli-page.ts';

// `npx vitest run packages/tooling/cli/test/docs.test.ts -u` writes the page anew.
it('docs/cli.md matches the help of the commands', async () => {
  await expect(writeCliPage()).toMatchFileSnapshot('../../../../docs/cli.md');
});
