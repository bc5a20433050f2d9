/** `password-worker.ts` and bcryptjs in one script. `npm run build` writes this module. */
export declare const PASSWORD_WORKER: string
