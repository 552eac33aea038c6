import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { isWhole } from './browser.ts';

/** Colors do not depend on the width, so two combinations of each are enough. */
const looks = isWhole
  ? (['Light', 'Dark'] as const).flatMap((theme) => [1280, 768, 400].map((width) => ({ theme, width })))
  : ([
      { theme: 'Light', width: 1280 },
      { theme: 'Dark', width: 400 },
    ] as const);

/** The findings of axe in both themes, at three widths, and content that exceeds the width of the page. */
export async function axeProblems(page: Page, part: string): Promise<readonly string[]> {
  const found: string[] = [];
  // Animations end immediately, so that axe sees the final colors.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(axe.source);
  await page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })");
  for (const { theme, width } of looks) {
    await page.getByLabel('Theme').selectOption(theme);
    await page.setViewportSize({ width, height: 900 });
    const violations = await page.evaluate<{ id: string; nodes: { target: string[] }[] }[]>(
      'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
    );
    const findings = violations.map(
      ({ id, nodes }) => `${part}, ${theme}, ${width}: ${id} at ${nodes[0]?.target.join(' ')}`,
    );
    found.push(...findings);
    const needed = await page.evaluate('document.documentElement.scrollWidth');
    if (Number(needed) > width) found.push(`${part}, ${width}: needs ${String(needed)}`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  return found;
}
