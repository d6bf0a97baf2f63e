// What the walk through the operator's guide changes in the words of the guide, and nothing else.

export interface Substituted {
  /** The folder below which all folders of the guide lie. */
  readonly root: string;
  readonly repository: string;
  /** In the place of the user and group `crece`. */
  readonly user: string;
  readonly group: string;
  readonly node: string;
  readonly ports: {
    readonly https: number;
    readonly http: number;
    readonly crece: number;
    readonly drill: number;
  };
}

const FOLDERS =
  /(?<![\w.])\/(?=(?:srv\/crece|etc\/(?:crece\.env|systemd|nginx|letsencrypt)|var\/(?:lib|cache|backups)\/crece|usr\/local\/bin\/crece|tmp\/crece)\b)/g;

/** Folders, user, Node and port of the server: in commands and in the files of `deploy/` alike. */
export function inText(text: string, { root, user, group, node, ports }: Substituted): string {
  return text
    .replaceAll(FOLDERS, `${root}/`)
    .replaceAll('/usr/bin/node', node)
    .replaceAll(/(?<= -[uo] |^User=)crece(?=\s|$)/gm, user)
    .replaceAll(/(?<= -g |^Group=)crece(?=\s|$)/gm, group)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${ports.crece}`)
    .replaceAll('PORT=3999', `PORT=${ports.drill}`);
}

/** A command as it is typed: with the reader's own name, address of the repository and file. */
export function inCommand(line: string, places: Substituted): string {
  return inText(line, places)
    .replaceAll('https://crece.example.org', `https://localhost:${places.ports.https}`)
    .replaceAll('crece.example.org', 'localhost')
    .replaceAll('YOUR-NAME', 'localhost')
    .replace(/\bADDRESS\b/, places.repository)
    .replace(/\bFILE\b/, `${places.root}/tmp/moving.backup`);
}

/** A file of `deploy/` of the clone: the two ports of the world become free ones of this machine. */
export function inDeployed(text: string, places: Substituted): string {
  const { https, http } = places.ports;
  return inText(text, places)
    .replaceAll(/^ {2}listen \[::\]:.*\n/gm, '')
    .replaceAll(/\blisten 443\b/g, `listen 127.0.0.1:${https}`)
    .replaceAll(/\blisten 80\b/g, `listen 127.0.0.1:${http}`);
}
