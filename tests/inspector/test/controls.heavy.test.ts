import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeProblems } from '../src/axe-problems.ts';
import { hasBrowser, whyNot } from '../src/browser.ts';
import { FormPage, isFocused } from '../src/form-page.ts';
import { event, label, rows, volume } from '../src/form-tools.ts';
import { type ServedInspector, serveInspector } from '../src/serve-inspector.ts';

describe.skipIf(!hasBrowser)(`The controls of the form${whyNot}`, () => {
  let served: ServedInspector;
  let page: Page;
  let form: FormPage;

  beforeAll(async () => {
    served = await serveInspector({ tools: [event, label, rows, volume] });
    ({ page } = served);
    form = new FormPage(page);
  });

  afterAll(() => served?.close());

  const picker = (name: string): Locator => form.field(`/${name}`).locator('.picker input');

  /** Picks a value in the picker of the browser, which no test can open. */
  async function pick(name: string, value: string): Promise<void> {
    await picker(name).fill(value);
  }

  test('an emptied number of a tuple stays empty when another item changes', async () => {
    await form.show('Maps.Label');
    await form.fill({ pair: [1, 'low'] });
    await form.field('/pair/0').locator('input').fill('');
    await form.field('/pair/1').locator('input').fill('high');
    expect(await form.input()).toEqual({ pair: [null, 'high'] });
  });

  test('an added item comes after the tuple', async () => {
    await form.show('Sheets.Append');
    await form.fill({ flags: [] });
    await form.button('Add item').click();
    expect(await form.input()).toEqual({ flags: ['', 0, null] });
  });

  test('removing an item does not move the focus into a list inside the next item', async () => {
    await form.show('Sheets.Append');
    await form.fill({ cells: [['a'], ['b']] });
    await form.field('/cells/1').getByRole('button', { name: 'Add item' }).click();
    await form.field('/cells/1/1').locator('textarea, input').first().waitFor();
    await form.button('Remove 1').first().click();
    expect(await isFocused(form.field('/cells/0/1').locator('textarea, input').first())).toBe(false);
  });

  test('dates and times have a picker, and can be typed too', async () => {
    await form.show('Calendar.Add');
    await pick('day', '2026-11-25');
    await pick('clock', '10:30');
    await pick('at', '2026-11-25T10:30:05');
    const at = await page.evaluate("new Date('2026-11-25T10:30:05').toISOString().replace('.000', '')");
    expect(await form.input()).toEqual({ day: '2026-11-25', clock: '10:30:00Z', at });
    await form.field('/at').locator('input[type=text]').fill('2026-11-25T10:00:00+05:00');
    const local = await page.evaluate(
      "new Date(new Date('2026-11-25T05:00:00Z') - new Date('2026-11-25T05:00:00Z').getTimezoneOffset() * 60_000).toISOString().slice(0, 16)",
    );
    expect(await picker('at').inputValue()).toBe(local);
    await form.field('/at').locator('input[type=text]').fill('tomorrow');
    expect(await picker('at').inputValue()).toBe('');
    expect(await form.input()).toEqual({ day: '2026-11-25', clock: '10:30:00Z', at: 'tomorrow' });
    expect(await form.field('/clock').getByRole('textbox').getAttribute('placeholder')).toBe('e.g. 12:00:00Z');
  });

  test('a date has one field, and a button that opens the picker of the browser', async () => {
    await form.show('Calendar.Add');
    await picker('day').evaluate((input) => {
      Object.assign(input, { showPicker: () => input.setAttribute('data-opened', '') });
    });
    await form.field('/day').getByRole('textbox').focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe('Pick day');
    await page.keyboard.press('Enter');
    expect(await picker('day').getAttribute('data-opened')).toBe('');
    await page.keyboard.press('Tab');
    expect(
      await form
        .field('/clock')
        .getByRole('textbox')
        .evaluate((field) => field === document.activeElement),
    ).toBe(true);
  });

  test('a boolean is a switch, and a few short strings are segments, with the keyboard too', async () => {
    await form.show('Calendar.Add');
    const flip = page.getByRole('switch', { name: 'isPublic' });
    await form.field('/isPublic').getByText('(not set)').waitFor();
    await flip.focus();
    await page.keyboard.press('Space');
    expect(await form.input()).toEqual({ isPublic: true });
    await flip.click();
    expect(await form.input()).toEqual({ isPublic: false });

    const color = page.getByRole('radiogroup', { name: 'color' });
    expect(await color.getByRole('radio', { checked: true }).count()).toBe(0);
    await color.getByRole('radio', { name: 'green' }).click();
    expect(await form.input()).toEqual({ isPublic: false, color: 'green' });
    await page.keyboard.press('ArrowRight');
    expect(await form.input()).toEqual({ isPublic: false, color: 'blue' });
    expect(await color.getByLabel('blue').isChecked()).toBe(true);
    expect(await form.field('/size').getByRole('combobox').count()).toBe(1);

    await form.button('Add flags').click();
    await form.button('Add item').click();
    await form.field('/flags/0').getByRole('switch').check();
    expect(await form.input()).toEqual({ isPublic: false, color: 'blue', flags: [true] });
    expect(await axeProblems(page, 'controls')).toEqual([]);

    // A value that these controls can't show.
    await form.fill({ isPublic: 'yes', color: 'pink' });
    for (const [path, shown] of [
      ['/isPublic', 'yes'],
      ['/color', 'pink'],
    ] as const) {
      expect(await form.field(path).locator('select option:checked').textContent()).toBe(shown);
    }
    expect(served.problems).toEqual([]);
  });

  test('a required boolean is sent without a change', async () => {
    await page.reload();
    await page.locator('.entry', { hasText: 'Add' }).click();
    await page.getByRole('switch', { name: 'isPublic' }).waitFor();
    expect(await form.input()).toEqual({ isPublic: false });
  });

  test('an integer of a short range has a slider next to its number', async () => {
    await form.show('Sound.Volume');
    const slider = page.getByRole('slider', { name: 'Slider of level' });
    const number = form.field('/level').getByRole('textbox');
    expect(await page.getByRole('slider').count()).toBe(2);
    expect(await slider.inputValue()).toBe('-50');
    expect(await page.getByRole('slider', { name: 'Slider of fade' }).inputValue()).toBe('4');
    expect(await form.input()).toEqual({});
    await slider.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    expect(await number.inputValue()).toBe('49');
    expect(await form.input()).toEqual({ level: 49 });
    await number.fill('-7');
    expect(await slider.inputValue()).toBe('-7');
    // The field still sends a number out of range, so that the server rejects it.
    await number.fill('70');
    expect(await form.input()).toEqual({ level: 70 });
    expect(await axeProblems(page, 'sliders')).toEqual([]);
    expect(served.problems).toEqual([]);
  });
});
