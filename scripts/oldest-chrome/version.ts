/** The last Chrome for Android 5. public/browser-check.js of the web application rejects older ones. */
export const OLDEST_CHROME = 95;
