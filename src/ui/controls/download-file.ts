// Gives the person a file, as a download of the browser's.

interface GivenFile {
  fileName: string;
  content: string;
  /** A table unless said. */
  type?: 'text/csv' | 'text/calendar' | 'application/json';
}

export function handOver({ fileName, content, type = 'text/csv' }: GivenFile): void {
  const address = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has taken it by the next task.
  setTimeout(() => URL.revokeObjectURL(address));
}
