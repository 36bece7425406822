/** Printed to stdout once the window is on its way: whoever started the app knows that it needs no other way. */
export const openedLine = 'castellan opens its window';
