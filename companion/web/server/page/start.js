/* What the page begins with: its modules. Where one does not come, as while the table is brought up to date, all are
   asked for again. */

import("./main.js").catch(() => setTimeout(() => location.reload(), 3000));
