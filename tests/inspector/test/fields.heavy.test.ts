import type { Locator, Page } from 'playwright-core';
import { defineTool } from 'toolwire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { axeProblems } from '../src/axe-problems.ts';
import { hasBrowser, whyNot } from '../src/browser.ts';
import { type ServedInspector, serveInspector } from '../src/serve-inspector.ts';

const order = defineTool({
  id: 'Orders.Place',
  version: '1.0.0',
  description: 'Places an order.',
  input: z.strictObject({
    customer: z.strictObject({ name: z.string(), phone: z.string().optional() }),
    note: z.string().describe('A note for the driver.').optional(),
    address: z.strictObject({ street: z.string(), floor: z.number().optional() }).optional(),
    items: z.array(z.string()).optional(),
    place: z.union([z.strictObject({ city: z.string() }), z.string()]),
    payment: z.union([z.strictObject({ card: z.string() }), z.string()]).optional(),
  }),
  run: (input) => input,
});

const event = defineTool({
  id: 'Calendar.Add',
  version: '1.0.0',
  description: 'Adds an event.',
  input: {
    type: 'object',
    properties: {
      day: { type: 'string', format: 'date' },
      clock: { type: 'string', format: 'time' },
      at: { type: 'string', format: 'date-time' },
      isPublic: { type: 'boolean' },
      color: { type: 'string', enum: ['red', 'green', 'blue'] },
      size: { type: 'string', enum: ['a much longer choice', 'b'] },
      flags: { type: 'array', items: { type: 'boolean' } },
    },
    required: ['day', 'clock', 'at', 'isPublic', 'color', 'size'],
  },
  run: (input) => input ?? {},
});

const volume = defineTool({
  id: 'Sound.Volume',
  version: '1.0.0',
  description: 'Sets the volume.',
  input: {
    type: 'object',
    properties: {
      level: { type: 'integer', minimum: -50, maximum: 50 },
      fade: { type: 'integer', minimum: 0, maximum: 10, default: 4 },
      rate: { type: 'integer', minimum: 0, maximum: 101 },
      gain: { type: 'number', minimum: 0, maximum: 1 },
    },
    required: ['level', 'fade', 'rate', 'gain'],
  },
  run: (input) => input ?? {},
});

const team = defineTool({
  id: 'Teams.Create',
  version: '1.0.0',
  description: 'Creates a team.',
  input: z
    .strictObject({
      size: z.number(),
      team: z.strictObject({
        members: z.array(z.strictObject({ email: z.email(), age: z.number() })).min(2),
        lead: z.union([z.strictObject({ id: z.string() }), z.number()]),
      }),
      kind: z.enum(['a', 'b']),
      note: z.string().optional(),
    })
    .refine(({ note }) => note !== undefined, { path: ['note'], error: 'Explain the team.' }),
  run: (input) => input,
});

describe.skipIf(!hasBrowser)(`The fields of the form${whyNot}`, () => {
  let served: ServedInspector;
  let page: Page;

  beforeAll(async () => {
    served = await serveInspector({ tools: [order, event, volume, team] });
    ({ page } = served);
  });

  afterAll(() => served?.close());

  async function show(id: string): Promise<void> {
    const [, name = ''] = id.split('.');
    await page.locator('.entry', { hasText: name }).click();
    await page.getByRole('form', { name: `Call ${id}` }).waitFor();
    await page.getByLabel('Input as JSON').fill('{}');
  }

  function field(path: string): Locator {
    return page.locator(`[data-path="${path}"]`);
  }

  async function input(): Promise<unknown> {
    return JSON.parse(await page.getByLabel('Input as JSON').inputValue());
  }

  test('required objects are open, and optional fields are added and removed with the keyboard', async () => {
    await page.locator('.entry', { hasText: 'Place' }).click();
    await page.getByRole('form', { name: 'Call Orders.Place' }).waitFor();
    expect(await input()).toEqual({ customer: {}, place: {} });
    await field('/customer/name').locator('input').waitFor();
    await field('/place/city').locator('input').waitFor();
    for (const path of ['/note', '/address', '/items', '/payment', '/customer/phone']) {
      expect([path, await field(path).count()]).toEqual([path, 0]);
    }

    const addNote = page.getByRole('button', { name: 'Add note', exact: true });
    expect(await addNote.getAttribute('title')).toBe('A note for the driver.');
    await field('/customer/name').locator('input').focus();
    await page.keyboard.press('Tab');
    expect(await focusedText()).toBe('+ Add phone');
    await addNote.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => isFocused(field('/note').locator('input'))).toBe(true);
    await page.keyboard.type('Ring');
    expect(await input()).toEqual({ customer: {}, place: {}, note: 'Ring' });
    // An emptied field is omitted, and still shown.
    await field('/note').locator('input').fill('');
    expect(await input()).toEqual({ customer: {}, place: {} });
    expect(await field('/note').count()).toBe(1);
    await page.getByRole('button', { name: 'Remove note' }).click();
    await expect.poll(() => isFocused(addNote)).toBe(true);
    expect(await field('/note').count()).toBe(0);

    await page.getByRole('button', { name: 'Add address', exact: true }).click();
    await expect.poll(() => isFocused(field('/address/street').locator('input'))).toBe(true);
    await page.getByRole('button', { name: 'Add items', exact: true }).click();
    await page.getByRole('button', { name: 'Add payment', exact: true }).click();
    await field('/payment').first().waitFor();
    expect(await page.getByRole('button', { name: 'Remove payment' }).count()).toBe(1);
    expect(await input()).toEqual({ customer: {}, place: {}, address: {}, items: [], payment: {} });
    expect(await axeProblems(page, 'optional fields')).toEqual([]);
    await page.getByRole('button', { name: 'Remove address' }).click();
    expect(await input()).toEqual({ customer: {}, place: {}, items: [], payment: {} });
    expect(served.problems).toEqual([]);
  });

  test('the form shows the optional fields of the JSON', async () => {
    await show('Orders.Place');
    const value = { customer: { name: 'Ada', phone: '1' }, note: 'Ring' };
    await page.getByLabel('Input as JSON').fill(JSON.stringify(value));
    expect(await field('/note').locator('input').inputValue()).toBe('Ring');
    expect(await field('/customer/phone').locator('input').inputValue()).toBe('1');
    await page.getByRole('button', { name: 'Remove phone' }).click();
    expect(await input()).toEqual({ customer: { name: 'Ada' }, note: 'Ring' });
  });

  test('dates and times have a picker, and can be typed too', async () => {
    await show('Calendar.Add');
    await field('/day').getByLabel('Pick day').fill('2026-11-25');
    await field('/clock').getByLabel('Pick clock').fill('10:30');
    await field('/at').getByLabel('Pick at in local time').fill('2026-11-25T10:30:05');
    const at = await page.evaluate("new Date('2026-11-25T10:30:05').toISOString().replace('.000', '')");
    expect(await input()).toEqual({ day: '2026-11-25', clock: '10:30:00Z', at });
    await field('/at').locator('input[type=text]').fill('2026-11-25T10:00:00+05:00');
    const local = await page.evaluate(
      "new Date(new Date('2026-11-25T05:00:00Z') - new Date('2026-11-25T05:00:00Z').getTimezoneOffset() * 60_000).toISOString().slice(0, 16)",
    );
    expect(await field('/at').getByLabel('Pick at in local time').inputValue()).toBe(local);
    await field('/at').locator('input[type=text]').fill('tomorrow');
    expect(await field('/at').getByLabel('Pick at in local time').inputValue()).toBe('');
    expect(await input()).toEqual({ day: '2026-11-25', clock: '10:30:00Z', at: 'tomorrow' });

    // The time zone of the browser is that of the machine, so the keys are the same in all.
    await field('/clock').getByLabel('Pick clock').focus();
    await page.keyboard.type('0905');
    expect(await input()).toMatchObject({ clock: '09:05:00Z' });
  });

  test('a boolean is a switch, and a few short strings are segments, with the keyboard too', async () => {
    await show('Calendar.Add');
    const flip = page.getByRole('switch', { name: 'isPublic' });
    await field('/isPublic').getByText('(not set)').waitFor();
    await flip.focus();
    await page.keyboard.press('Space');
    expect(await input()).toEqual({ isPublic: true });
    await flip.click();
    expect(await input()).toEqual({ isPublic: false });

    const color = page.getByRole('radiogroup', { name: 'color' });
    expect(await color.getByRole('radio', { checked: true }).count()).toBe(0);
    await color.getByRole('radio', { name: 'green' }).click();
    expect(await input()).toEqual({ isPublic: false, color: 'green' });
    await page.keyboard.press('ArrowRight');
    expect(await input()).toEqual({ isPublic: false, color: 'blue' });
    expect(await color.getByLabel('blue').isChecked()).toBe(true);
    expect(await field('/size').getByRole('combobox').count()).toBe(1);

    await page.getByRole('button', { name: 'Add flags', exact: true }).click();
    await page.getByRole('button', { name: 'Add item' }).click();
    await field('/flags/0').getByRole('switch').check();
    expect(await input()).toEqual({ isPublic: false, color: 'blue', flags: [true] });
    expect(await axeProblems(page, 'controls')).toEqual([]);

    // A value that these controls can't show.
    await page.getByLabel('Input as JSON').fill('{ "isPublic": "yes", "color": "pink" }');
    for (const [path, shown] of [
      ['/isPublic', 'yes'],
      ['/color', 'pink'],
    ] as const) {
      expect(await field(path).locator('select option:checked').textContent()).toBe(shown);
    }
    expect(served.problems).toEqual([]);
  });

  test('a required boolean is sent without a change', async () => {
    await page.reload();
    await page.locator('.entry', { hasText: 'Add' }).click();
    await page.getByRole('switch', { name: 'isPublic' }).waitFor();
    expect(await input()).toEqual({ isPublic: false });
  });

  test('an integer of a short range has a slider next to its number', async () => {
    await show('Sound.Volume');
    const slider = page.getByRole('slider', { name: 'Slider of level' });
    const number = field('/level').getByRole('textbox');
    expect(await page.getByRole('slider').count()).toBe(2);
    expect(await slider.inputValue()).toBe('-50');
    expect(await page.getByRole('slider', { name: 'Slider of fade' }).inputValue()).toBe('4');
    expect(await input()).toEqual({});
    await slider.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    expect(await number.inputValue()).toBe('49');
    expect(await input()).toEqual({ level: 49 });
    await number.fill('-7');
    expect(await slider.inputValue()).toBe('-7');
    // The field still sends a number out of range, so that the server rejects it.
    await number.fill('70');
    expect(await input()).toEqual({ level: 70 });
    expect(await axeProblems(page, 'sliders')).toEqual([]);
    expect(served.problems).toEqual([]);
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
      await show(id);
      await page.getByRole('button', { name: 'Fill example' }).click();
      expect(await input()).toEqual(example);
      await page.getByRole('button', { name: 'Call', exact: true }).click();
      await page.locator('.run:not([data-kind="running"])').waitFor();
      expect([id, await page.locator('.run').getAttribute('data-kind')]).toEqual([id, 'value']);
      expect(await axeProblems(page, `example of ${id}`)).toEqual([]);
    }
    expect(await field('/fade').getByRole('textbox').inputValue()).toBe('4');
    expect(served.problems).toEqual([]);
  });

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
    await show('Teams.Create');
    for (const protocol of protocols) {
      for (const other of protocols) await page.getByRole('checkbox', { name: other }).setChecked(other === protocol);
      await page.getByLabel('Input as JSON').fill(JSON.stringify(wrong));
      await page.getByRole('button', { name: 'Call', exact: true }).click();
      await page.locator('.run').getByText('5 errors in the form').waitFor();
      const email = field('/team/members/1/email');
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
        ['', 'color: Is not a parameter'],
        ['/team/members/1/email', 'Must be an email address'],
        ['/team/members/1/age', 'Must be a number'],
        ['/team/lead/id', 'Is required'],
        ['/kind', 'Must be one of: a'],
      ]);
    }
    expect(await axeProblems(page, 'errors')).toEqual([]);

    // One error, of an optional field without a value.
    await page.getByRole('button', { name: 'Fill example' }).click();
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.locator('.run').getByText('1 error in the form').waitFor();
    await expect.poll(() => isFocused(field('/note').locator('input'))).toBe(true);
    expect(await page.locator('.field-error').allTextContents()).toEqual(['Explain the team.']);
    await page.getByRole('button', { name: 'Remove note' }).click();
    await expect.poll(() => isFocused(page.getByRole('button', { name: 'Add note' }))).toBe(true);
    expect(await page.locator('.field-error').textContent()).toBe('note: Explain the team.');

    // Only a parameter without a field is wrong.
    await page.getByLabel('Input as JSON').fill(JSON.stringify({ ...right, color: 1 }));
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await expect.poll(() => isFocused(page.locator('.field-error'))).toBe(true);
    expect(await page.locator('.field-error').textContent()).toBe('color: Is not a parameter');
    expect(served.problems).toEqual([]);
  });

  function isFocused(control: Locator): Promise<boolean> {
    return control.evaluate((element) => element === document.activeElement);
  }

  function focusedText(): Promise<string> {
    return page.evaluate<string>('document.activeElement.textContent');
  }
});

/** Whether an element is in the visible part of the page. */
function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
}
