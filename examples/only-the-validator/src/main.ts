import { definitions, readArguments } from './functions.ts';

console.log('What the model is told of the functions:');
console.log(JSON.stringify(definitions, null, 2));

console.log('\nWhat it is told of arguments that do not fit:');
console.log(await readArguments('book_table', { guests: 'four', area: 'roof' }));
console.log(await readArguments('cancel_booking', { number: 'b-1' }));

console.log('\nWhat the function gets of arguments that fit:');
console.log(await readArguments('book_table', { guests: 4 }));
