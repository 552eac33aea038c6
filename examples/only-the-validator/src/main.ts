import { definitions, readArguments } from './functions.ts';

console.log('The functions as the model sees them:');
console.log(JSON.stringify(definitions, null, 2));

console.log('\nIts error messages for invalid arguments:');
console.log(await readArguments('book_table', { guests: 'four', area: 'roof' }));
console.log(await readArguments('cancel_booking', { number: 'b-1' }));

console.log('\nWhat the function gets of arguments that fit:');
console.log(await readArguments('book_table', { guests: 4 }));
