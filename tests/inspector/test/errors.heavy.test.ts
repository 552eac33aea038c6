import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeProblems } from '../src/axe-problems.ts';
import { hasBrowser, whyNot } from '../src/browser.ts';
import { FormPage, isFocused } from '../src/form-page.ts';
import { team } from '../src/form-tools.ts';
import { type ServedInspector, serveInspector } from '../src/serve-inspector.ts';

describe.skipIf(!hasBrowser)(`The errors of the form${whyNot}`, () => {
  let served: ServedInspector;
  let page: Page;
  let form: FormPage;

  beforeAll(async () => {
    served = await serveInspector({ tools: [team] });
    ({ page } = served);
    form = new FormPage(page);
  });

  afterAll(() => served?.close());

  test('shows each error at its field, and focuses the first after a call', async () => {
    const wrong = {
      size: 1,
      team: {
        members: [
          { email: 'a@b.co', age: 1 },
          { email: 'x', age: 'y' },
        ],
        lead: {},
      },
      kind: 'c',
      color: 1,
    };
    const member = { email: 'a@b.co', age: 1 };
    const right = { size: 1, team: { members: [member, member], lead: 1 }, kind: 'a', note: 'x' };
    const protocols = ['Open Tool Calling', 'MCP 2026-07-28', 'MCP 2025-11-25'];
    await form.show('Teams.Create');
    for (const protocol of protocols) {
      for (const other of protocols) await page.getByRole('checkbox', { name: other }).setChecked(other === protocol);
      await form.fill(wrong);
      await form.button('Call').click();
      await page.locator('.run').getByText('5 errors in the form').waitFor();
      const email = form.field('/team/members/1/email');
      await expect.poll(() => isFocused(email.locator('input'))).toBe(true);
      expect(await email.locator('input').evaluate(isInView)).toBe(true);
      expect(await email.locator('input').getAttribute('aria-invalid')).toBe('true');
      const shown = await page
        .locator('.field-error')
        .evaluateAll((errors) =>
          errors.map((error) => [
            error.closest<HTMLElement>('[data-path]')?.dataset['path'] ?? '',
            error.textContent.split(',')[0],
          ]),
        );
      expect(shown).toEqual([
        ['/team/members/1/email', 'Must be an email address'],
        ['/team/members/1/age', 'Must be a number'],
        ['/team/lead/id', 'Is required'],
        ['/kind', 'Must be one of: a'],
        ['/color', 'Is not a parameter'],
      ]);
    }
    expect(await axeProblems(page, 'errors')).toEqual([]);

    // The errors of an earlier call leave the focus on the tab.
    const tabs = page.getByRole('tablist', { name: 'Parts of the tool' });
    await tabs.getByRole('tab', { name: 'Schema' }).click();
    await page.keyboard.press('ArrowLeft');
    await page.locator('.field-error').first().waitFor();
    await page.waitForTimeout(100);
    expect(await isFocused(tabs.getByRole('tab', { name: 'Call' }))).toBe(true);

    // One error, of an optional field without a value.
    await form.button('Fill example').click();
    await form.button('Call').click();
    await page.locator('.run').getByText('1 error in the form').waitFor();
    await expect.poll(() => isFocused(form.field('/note').locator('input'))).toBe(true);
    expect(await page.locator('.field-error').allTextContents()).toEqual(['Explain the team.']);
    await form.button('Remove note').click();
    await expect.poll(() => isFocused(form.button('Add note'))).toBe(true);
    expect(await page.locator('.field-error').textContent()).toBe('note: Explain the team.');

    // Only a parameter that the schema does not have is wrong.
    await form.fill({ ...right, color: 1 });
    await form.button('Call').click();
    await page.locator('[data-path="/color"] :focus').waitFor();
    expect(await page.locator('.field-error').textContent()).toBe('Is not a parameter');
    expect(served.problems).toEqual([]);
  });
});

/** Whether an element is in the visible part of the page. */
function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
}
