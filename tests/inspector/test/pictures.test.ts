import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { silentLogger, toolwire } from 'toolwire';
import { expect, test } from 'vitest';
import { openBrowser, openInspector } from '../src/browser.ts';
import { fillForm } from '../src/fill-form.ts';
import { pictureTools } from '../src/picture-tools.ts';

const looks = [
  { theme: 'Light', name: 'light', width: 1280 },
  { theme: 'Dark', name: 'dark', width: 1280 },
] as const;

// `PICTURES=write npm test -- tests/inspector/test/pictures.test.ts` makes those of the README anew.
test.skipIf(process.env['PICTURES'] !== 'write')('the pictures of the README match the page', async () => {
  const server = await toolwire({ tools: pictureTools, inspector: true, logger: silentLogger }).listen(0, {
    closeOnSignals: false,
  });
  const browser = await openBrowser();
  const { page } = await openInspector(browser, `${server.url}/inspector#Weather.Forecast%401.1.0`);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1280, height: 1040 });
  await fillForm(page, { place: { city: 'Graz' }, days: 2 });
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByLabel('Arcade').uncheck();
  await page.getByRole('button', { name: 'Call', exact: true }).click();
  await expect.poll(() => page.locator('.run[data-kind="value"]').count()).toBe(3);
  for (const { theme, name, width } of looks) {
    await page.getByLabel('Theme').selectOption(theme);
    await page.setViewportSize({ width, height: 1040 });
    await page.evaluate('document.activeElement.blur()');
    const path = fileURLToPath(new URL(`../../../docs/pictures/inspector-${name}.png`, import.meta.url));
    await page.screenshot({ path });
  }
  await browser.close();
  await server.close();
});
