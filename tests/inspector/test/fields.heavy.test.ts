import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeProblems } from '../src/axe-problems.ts';
import { hasBrowser, whyNot } from '../src/browser.ts';
import { FormPage, isFocused } from '../src/form-page.ts';
import { event, order, ping, volume, writeNote } from '../src/form-tools.ts';
import { type ServedInspector, serveInspector } from '../src/serve-inspector.ts';

describe.skipIf(!hasBrowser)(`The fields of the form${whyNot}`, () => {
  let served: ServedInspector;
  let page: Page;
  let form: FormPage;

  beforeAll(async () => {
    served = await serveInspector({ tools: [event, order, ping, volume, writeNote] });
    ({ page } = served);
    form = new FormPage(page);
  });

  afterAll(() => served?.close());

  test('required objects are open, and optional fields are added and removed with the keyboard', async () => {
    await page.locator('.entry', { hasText: 'Place' }).click();
    await page.getByRole('form', { name: 'Call Orders.Place' }).waitFor();
    expect(await form.input()).toEqual({ customer: {}, place: {} });
    await form.field('/customer/name').locator('input').waitFor();
    await form.field('/place/city').locator('input').waitFor();
    for (const path of ['/note', '/address', '/items', '/payment', '/customer/phone']) {
      expect([path, await form.field(path).count()]).toEqual([path, 0]);
    }

    const addNote = form.button('Add note');
    expect(await addNote.getAttribute('title')).toBe('A note for the driver.');
    await form.field('/customer/name').locator('input').focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('+ Add phone');
    await addNote.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => isFocused(form.field('/note').locator('input'))).toBe(true);
    await page.keyboard.type('Ring');
    expect(await form.input()).toEqual({ customer: {}, place: {}, note: 'Ring' });
    // An emptied field is omitted, and still shown.
    await form.field('/note').locator('input').fill('');
    expect(await form.input()).toEqual({ customer: {}, place: {} });
    expect(await form.field('/note').count()).toBe(1);
    await form.button('Remove note').click();
    await expect.poll(() => isFocused(addNote)).toBe(true);
    expect(await form.field('/note').count()).toBe(0);

    await form.button('Add address').click();
    await expect.poll(() => isFocused(form.field('/address/street').locator('input'))).toBe(true);
    await form.button('Add items').click();
    for (const index of [0, 1]) {
      await form.button('Add item').click();
      await expect.poll(() => isFocused(form.field(`/items/${index}`).locator('input'))).toBe(true);
    }
    for (const name of ['Remove 2', 'Remove 1']) {
      await form.button(name).click();
      expect(await isFocused(form.button('Add item'))).toBe(true);
    }
    await form.button('Add payment').click();
    await form.field('/payment').first().waitFor();
    await form.field('/payment').first().getByText('Charged at once.').waitFor();
    expect(await form.button('Remove payment').count()).toBe(1);
    expect(await form.input()).toEqual({ customer: {}, place: {}, address: {}, items: [], payment: {} });
    expect(await axeProblems(page, 'optional fields')).toEqual([]);
    await form.button('Remove address').click();
    expect(await form.input()).toEqual({ customer: {}, place: {}, items: [], payment: {} });
    expect(served.problems).toEqual([]);
  });

  test('a field keeps the focus while its text grows and shrinks, and fits its text without the focus', async () => {
    await form.show('Orders.Place');
    await form.button('Add note').click();
    const note = form.field('/note').locator('input, textarea');
    await expect.poll(() => isFocused(note)).toBe(true);
    await page.keyboard.type('x'.repeat(100));
    expect([await isFocused(note), await form.input()]).toEqual([true, { note: 'x'.repeat(100) }]);
    await form.fill({ note: 'y'.repeat(82) });
    await form.field('/note').locator('textarea').focus();
    for (let count = 0; count < 4; count += 1) await page.keyboard.press('Backspace');
    expect([await isFocused(note), await form.input()]).toEqual([true, { note: 'y'.repeat(78) }]);
    await page.keyboard.press('Tab');
    await form.field('/note').locator('input').fill('z'.repeat(500));
    await page.keyboard.press('Tab');
    await form.field('/note').locator('textarea').waitFor();
  });

  test('only an object whose schema names additional properties offers to add them', async () => {
    await form.show('Notes.Write');
    expect(await page.getByText('More parameters').count()).toBe(0);
    await form.button('Fill example').click();
    await form.field('/author/name').waitFor();
    expect(await page.getByText('More parameters').count()).toBe(1);
    const more = form.field('/labels').getByText('More parameters');
    await more.click();
    await form.field('/labels').locator('[data-new-entry]').fill('size');
    await form.button('Add entry').click();
    await form.button('Remove size').click();
    expect(await isFocused(more)).toBe(true);
    // Additional properties of the JSON are always shown.
    await form.fill({ author: { name: 'Ada', age: 36 } });
    await form.field('/author/age').waitFor();
    await page.locator('.entry', { hasText: 'Ping' }).click();
    await page.getByText('No parameters.').waitFor();
    expect(await page.getByText('Entries').count()).toBe(0);
  });

  test('a field describes its format without the pattern of the format', async () => {
    await form.show('Notes.Write');
    expect(await form.field('/at').locator('.hint').textContent()).toBe('string, a date and time');
    expect(await form.field('/code').locator('.hint').textContent()).toBe('string, matches ^[a-z]+$');
  });

  test('the name of a tool is shown once, and next to a title as well', async () => {
    await form.show('Notes.Write');
    const head = page.locator('.tool-head');
    expect((await head.textContent())?.split('Notes.Write')).toHaveLength(2);
    expect(await head.locator('.title').textContent()).toBe('Notes.Write1.0.0');
    await page.locator('.entry', { hasText: 'Ping' }).click();
    expect(await head.locator('.title').textContent()).toBe('Ping the notes1.0.0');
    expect(await head.locator('code').textContent()).toBe('Notes.Ping');
  });

  test('the form shows the optional fields of the JSON', async () => {
    await form.show('Orders.Place');
    const value = { customer: { name: 'Ada', phone: '1' }, note: 'Ring' };
    await form.fill(value);
    expect(await form.field('/note').locator('input').inputValue()).toBe('Ring');
    expect(await form.field('/customer/phone').locator('input').inputValue()).toBe('1');
    await form.button('Remove phone').click();
    expect(await form.input()).toEqual({ customer: { name: 'Ada' }, note: 'Ring' });
  });

  test('fills in an example, which the server accepts', async () => {
    for (const [id, example] of [
      ['Orders.Place', { customer: { name: 'example' }, place: { city: 'example' } }],
      [
        'Calendar.Add',
        {
          day: '2026-01-31',
          clock: '12:00:00Z',
          at: '2026-01-31T12:00:00Z',
          isPublic: false,
          color: 'red',
          size: 'a much longer choice',
        },
      ],
      ['Sound.Volume', { level: -50, fade: 4, rate: 0, gain: 0 }],
    ] as const) {
      await form.show(id);
      await form.button('Fill example').click();
      expect(await form.input()).toEqual(example);
      await form.button('Call').click();
      await page.locator('.run:not([data-kind="running"])').waitFor();
      expect([id, await page.locator('.run').getAttribute('data-kind')]).toEqual([id, 'value']);
      expect(await axeProblems(page, `example of ${id}`)).toEqual([]);
    }
    expect(await form.field('/fade').getByRole('textbox').inputValue()).toBe('4');
    expect(served.problems).toEqual([]);
  });
});
