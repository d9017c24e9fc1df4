// Starts the dashboard. The page elements register themselves when they are imported.
import './app.js';
