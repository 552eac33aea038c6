import type { Locator, Page } from 'playwright-core';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Fills the form of the inspector as a user does, until it has a value. */
export async function fillForm(page: Page, value: { readonly [name: string]: Json }): Promise<void> {
  const form = page.locator('.form-side');
  // There is none before the page has read which tools there are.
  await form.waitFor();
  if ((await form.locator('[data-variant=""]').count()) > 0) await chooseVariant(form, '', value);
  await fillFields(form, '', value);
}

async function fillFields(form: Locator, path: string, value: { readonly [name: string]: Json }): Promise<void> {
  for (const [name, member] of Object.entries(value)) {
    const place = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if ((await at(form, place).count()) === 0) await press(form, marked('add-field', place));
    if ((await at(form, place).count()) === 0) {
      await form.locator(marked('new-entry', path)).fill(name);
      await form.locator(marked('add-entry', path)).click();
    }
    await fillPlace(form, place, member);
  }
}

async function fillPlace(form: Locator, path: string, value: Json): Promise<void> {
  const field = at(form, path).last();
  const variant = form.locator(marked('variant', path));
  if ((await variant.count()) > 0) await chooseVariant(form, path, value);
  if (Array.isArray(value)) {
    await press(form, marked('add', path));
    for (const [index, item] of (value as readonly Json[]).entries()) {
      if ((await at(form, `${path}/${index}`).count()) === 0) {
        await form.locator(marked('add-item', path)).last().click();
      }
      await fillPlace(form, `${path}/${index}`, item);
    }
    return;
  }
  if (typeof value === 'object' && value !== null && !(await hasLine(form, path))) {
    await press(form, marked('add', path));
    await fillFields(form, path, value as { readonly [name: string]: Json });
    return;
  }
  if (value === null && (await variant.count()) > 0) return;
  const select = field.locator(':scope > select');
  if ((await select.count()) > 0) {
    await select.selectOption({ label: typeof value === 'string' ? value : JSON.stringify(value) });
    return;
  }
  const flip = field.locator(':scope > .switch input');
  if (typeof value === 'boolean' && (await flip.count()) > 0) {
    await flip.check();
    return flip.setChecked(value);
  }
  const segments = field.locator(':scope > .segments');
  if (typeof value === 'string' && (await segments.count()) > 0) {
    return segments.getByLabel(value, { exact: true }).check();
  }
  const isText = typeof value === 'string' && (await field.locator('.hint').first().textContent())?.includes('string');
  await line(field).fill(isText ? String(value) : JSON.stringify(value));
}

/** Takes the first alternative that has a control for the value. */
async function chooseVariant(form: Locator, path: string, value: Json): Promise<void> {
  const select = form.locator(marked('variant', path)).first();
  const names = await select.locator('option').allTextContents();
  const wanted = value === null ? ['null'] : Array.isArray(value) ? ['array'] : typesOf(value);
  const named = names.findIndex((name) => marks(value).some((mark) => name.includes(mark)));
  const index = named >= 0 ? named : names.findIndex((name) => wanted.some((type) => name.startsWith(type)));
  await select.selectOption({ index: Math.max(0, index) });
}

function marks(value: Json): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).map(([name, one]) => `${name}: ${JSON.stringify(one)}`);
}

function typesOf(value: Json): readonly string[] {
  return typeof value === 'number' ? ['integer', 'number'] : [typeof value];
}

async function press(form: Locator, selector: string): Promise<void> {
  const button = form.locator(selector);
  if ((await button.count()) > 0) await button.last().click();
}

async function hasLine(form: Locator, path: string): Promise<boolean> {
  return (await line(at(form, path).last()).count()) > 0;
}

function line(field: Locator): Locator {
  return field.locator(':scope > .pair > input[type=text], :scope > input:not([type=file]), :scope > textarea');
}

function at(form: Locator, path: string): Locator {
  return form.locator(marked('path', path));
}

/** The element for a path, with any characters. */
function marked(mark: string, path: string): string {
  return `[data-${mark}="${path.replaceAll('\\', '\\\\').replaceAll('"', String.raw`\"`)}"]`;
}
