import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { silentLogger, toolwire } from 'toolwire';
import { test } from 'vitest';
import { openBrowser, openInspector } from '../src/browser.ts';
import { callAs } from '../src/call-as.ts';
import { fillForm } from '../src/fill-form.ts';
import { pictureTools } from '../src/picture-tools.ts';

const themes = ['Light', 'Dark'] as const;

// `PICTURES=write npm test -- tests/inspector/test/pictures.test.ts` makes those of the README and of docs/inspector.md anew.
test.skipIf(process.env['PICTURES'] !== 'write')('the pictures of the docs match the page', async () => {
  const server = await toolwire({
    name: 'weather',
    version: '1.4.0',
    tools: pictureTools,
    inspector: true,
    logger: silentLogger,
  }).listen(0, { closeOnSignals: false });
  const browser = await openBrowser();
  const { page } = await openInspector(browser, `${server.url}/inspector#Weather.Forecast%401.1.0`);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1440, height: 840 });
  const draw = async (name: string): Promise<void> => {
    await page.evaluate('document.activeElement.blur()');
    for (const theme of themes) {
      await page.getByLabel('Theme').selectOption(theme);
      const file = `../../../docs/pictures/${name}-${theme.toLowerCase()}.png`;
      await page.screenshot({ path: fileURLToPath(new URL(file, import.meta.url)) });
    }
  };
  await fillForm(page, { place: { city: 'Graz' }, days: 2 });
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByRole('button', { name: 'Call', exact: true }).click();
  await page.getByText('same on all 4 ✓').waitFor();
  await draw('inspector');

  await page.getByRole('button', { name: /^Live/ }).click();
  for (let round = 0; round < 12; round += 1) {
    for (const client of ['claude-code', 'billing-agent'] as const) {
      await callAs(`${server.url}/mcp`, client, 'Weather_Forecast', { place: { city: 'Graz' } });
      await callAs(`${server.url}/mcp`, client, 'Calendar_Search', round % 4 === 0 ? {} : { words: 'tea' });
    }
    // The charts show the last minute.
    await page.waitForTimeout(1_500);
  }
  await page.locator('.row-button').nth(1).click();
  await draw('inspector-live');
  await browser.close();
  await server.close();
});
