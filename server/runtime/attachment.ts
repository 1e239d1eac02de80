// Says under which name a browser keeps a file. Guarantee: a name stays a name, on every system: no folder, no header, no order
// of letters turned round.

const LONGEST = 100;

/** Value of the header Content-Disposition. */
export function attachment(fileName: string): string {
  const [, stem = '', extension = ''] = /^(.*?)(\.[A-Za-z0-9]{1,5})?$/s.exec(fileName) ?? [];
  const safe = stem
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[\\/:*?"<>|;%]/g, '-')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const kept = ([...safe].slice(0, LONGEST).join('').trim() || 'fichier') + extension;
  const plain = kept
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9 ._()-]/g, '_');
  const encoded = encodeURIComponent(kept).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
