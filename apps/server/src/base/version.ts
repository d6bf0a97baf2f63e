import about from '../../package.json' with { type: 'json' };

/** Version of this server. */
export const VERSION: string = about.version;
