/** Returns a function that runs work one at a time, in the order of its calls, whether or not what came before failed. */
export const oneAtATime = (): (<Result>(work: () => Promise<Result>) => Promise<Result>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    // The caller of that turn has its error.
    last = turn.catch(() => {});
    return turn;
  };
};
