export declare const minimumNode: string;
export declare const nodeProblem: (version: string) => string | undefined;
