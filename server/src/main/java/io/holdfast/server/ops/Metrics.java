package io.holdfast.server.ops;

import io.holdfast.core.event.Event;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.server.http.Problem;
import io.holdfast.server.http.RequestMeter;
import io.holdfast.server.http.Route;
import io.holdfast.server.line.LineMeter;
import io.holdfast.server.line.Verb;
import io.holdfast.server.line.Word;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Records all metrics. Recording is a few additions; names, labels and the registry are created at
 * the first scrape, because most processes are never scraped.
 *
 * <p>Keys, owners and addresses are never labels, because their number is unbounded.
 *
 * <p>Threading: any thread.
 */
public final class Metrics implements RequestMeter, LineMeter {

    private static final long MICRO = TimeUnit.MICROSECONDS.toNanos(1);
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Supplier<Readiness> readiness;
    private final Supplier<StateCounts> state;
    private final long startNanos = System.nanoTime();
    private volatile RequestSeries requests = new RequestSeries(List.of());

    final LongAdder[] malformed = adders(Problem.values().length);
    final ApiMeter apis = new ApiMeter();
    final LongAdder[] sessionEnds = adders(Event.SessionEnd.values().length);
    final LongAdder[][] lineRequests = new LongAdder[Verb.values().length][];
    final LongAdder[] claimMoves = adders(ClaimStatus.values().length);
    final LongAdder sessionsOpened = new LongAdder();
    final LongAdder keysForgotten = new LongAdder();
    final Histogram batchCommands = new Histogram(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024);
    final Histogram batchNanos = new Histogram(
            10 * MICRO,
            50 * MICRO,
            100 * MICRO,
            250 * MICRO,
            500 * MICRO,
            MILLI,
            5 * MILLI,
            25 * MILLI,
            100 * MILLI,
            SECOND);

    private final GuardMeter guards = new GuardMeter();
    private final LogMeter log = new LogMeter();
    private final CertificateMeter certificates = new CertificateMeter();
    private volatile IntSupplier lineConnections = () -> 0;
    private @Nullable Exposition exposition;

    public Metrics(Supplier<Readiness> readiness, Supplier<StateCounts> state) {
        this.readiness = readiness;
        this.state = state;
        Arrays.setAll(lineRequests, verb -> adders(Word.values().length));
    }

    @Override
    public void serves(List<Route> routes) {
        requests = new RequestSeries(routes);
    }

    @Override
    public void ended(@Nullable Route route, String method, int status, long nanos) {
        requests.ended(route, method, status, nanos);
    }

    @Override
    public void malformed(Problem problem) {
        malformed[problem.ordinal()].increment();
    }

    @Override
    public void limited(boolean principal) {
        if (principal) {
            guards.principalLimited();
        } else {
            guards.addressLimited();
        }
    }

    @Override
    public void answered(Verb verb, Word word) {
        lineRequests[verb.ordinal()][word.ordinal()].increment();
    }

    /** Returns the meter of rejected requests and connections. */
    public GuardMeter guards() {
        return guards;
    }

    /** Returns the meter of the log. */
    public LogMeter log() {
        return log;
    }

    /** Returns the meter of certificate expiry. */
    public CertificateMeter certificates() {
        return certificates;
    }

    /** Sets the source of the number of open line protocol connections. */
    public void lineConnections(IntSupplier connections) {
        lineConnections = connections;
    }

    int lineConnections() {
        return lineConnections.getAsInt();
    }

    /** Records an event of the machine; called by one thread. */
    public void happened(Event event) {
        switch (event) {
            case Event.Granted granted -> apis.granted(granted);
            case Event.Queued queued -> apis.queued(queued);
            case Event.Ended ended -> apis.ended(ended);
            case Event.WaitEnded ended -> apis.waitEnded(ended);
            case Event.SessionOpened _ -> sessionsOpened.increment();
            case Event.SessionEnded ended -> sessionEnds[ended.reason().ordinal()].increment();
            case Event.Forgotten _ -> keysForgotten.increment();
            case Event.SettingsChanged _ -> {}
            case Event.ClaimMoved moved -> claimMoves[moved.status().ordinal()].increment();
        }
    }

    /** Records an applied batch, and the time since its proposal. */
    public void batch(int commands, long nanos) {
        batchCommands.record(commands);
        batchNanos.record(nanos);
    }

    /** Renders the current metrics as Prometheus text. */
    public String render(String contentType) {
        return exposition().render(contentType);
    }

    private synchronized Exposition exposition() {
        if (exposition == null) {
            exposition = new Exposition(this, new LogExposition(log, readiness), certificates);
        }
        return exposition;
    }

    RequestSeries requests() {
        return requests;
    }

    boolean isReady() {
        return readiness.get() == Readiness.READY;
    }

    StateCounts state() {
        return state.get();
    }

    double uptimeSeconds() {
        return (System.nanoTime() - startNanos) / (double) SECOND;
    }

    static LongAdder[] adders(int count) {
        LongAdder[] adders = new LongAdder[count];
        for (int i = 0; i < count; i++) {
            adders[i] = new LongAdder();
        }
        return adders;
    }
}
