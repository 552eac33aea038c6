import { check } from '@toolwire-examples/verify';
import { definitions, readArguments } from './functions.ts';

const [bookTable] = definitions;
check('zod becomes a JSON Schema for the model', bookTable?.parameters['required'], ['guests']);

const fits = await readArguments('book_table', { guests: 4 });
check('what fits comes back with its defaults', fits, { ok: true, value: { guests: 4, area: 'inside' } });
const wrong = await readArguments('book_table', { guests: 40, area: 'roof' });
check('invalid input is reported by parameter', !wrong.ok && Object.entries(wrong.parameterErrors), [
  ['guests', 'Must be at most 12, got 40'],
  ['area', 'Must be one of: inside, terrace'],
]);
const misnamed = await readArguments('cancel_booking', { number: 'b-1' });
check('a plain JSON Schema in the same words', !misnamed.ok && Object.entries(misnamed.parameterErrors), [
  ['booking', 'Is required'],
  ['number', 'Is not a parameter'],
]);
