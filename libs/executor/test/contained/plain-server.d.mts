export declare const answer: (request: unknown) => string;
