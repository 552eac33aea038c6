/** Stands for what unexpected errors hold, such as paths and passwords: no answer may carry it. */
export const exceptionCanary = 'canary-in-an-exception';

/** Stands for what a hostile result throws while it is read. */
export const resultCanary = 'canary-in-a-result';
