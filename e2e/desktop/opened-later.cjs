// Loaded into the app with `-r`: a start without a window, which a person opens soon after.
const { app } = require('electron');

app.whenReady().then(() => setTimeout(() => app.emit('second-instance', {}, []), 1_000));
