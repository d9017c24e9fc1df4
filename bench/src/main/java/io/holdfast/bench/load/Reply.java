package io.holdfast.bench.load;

/** The parser's result. Each connection has one, which is reused for every reply. */
final class Reply {

    enum State {
        INCOMPLETE,
        COMPLETE,
        MALFORMED
    }

    State state = State.INCOMPLETE;
    int status;
    int bodyStart;
    int end;
    String fault = "";

    void incomplete() {
        state = State.INCOMPLETE;
    }

    void malformed(String why) {
        state = State.MALFORMED;
        fault = why;
    }

    void complete(int newStatus, int newBodyStart, int newEnd) {
        state = State.COMPLETE;
        status = newStatus;
        bodyStart = newBodyStart;
        end = newEnd;
    }
}
